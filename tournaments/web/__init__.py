"""網頁的工具 Kept pages, PDFs, QR codes and rows of standings as HTML."""
