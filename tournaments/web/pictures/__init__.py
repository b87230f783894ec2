"""分享的圖片 Pictures of 1200 × 630 for messengers: what stands in them, and the program that draws them.

`page`, `tiles`, `fonts`, `layouts` and `maker` are the program's own: they know Pillow and no Django. `kept` is the
server's side of the pipe, `documents` says in words what is drawn.
"""
