"""What the demo study is made of: drawn faces, written words, a soft voice, simulated raters, all from seeds.

The truth of every turn is known here, so a score on the demo study can be held against it.
"""
