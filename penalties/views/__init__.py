"""判決的頁: load with access, one service call, render."""
