"""綵排: a whole tournament played by a robot over HTTP, from the empty site to the medal list.

`tests/rehearse/test_masters.py` plays a small Masters inside the process; `make rehearse` the whole one, 256 players
over two days, with many devices at once against a server of its own. Script, people and checks are the same.
"""
