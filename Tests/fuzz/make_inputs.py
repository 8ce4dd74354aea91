"""Writes the inputs of the other make_*.py: make_inputs.py CORPUS FOLDER…"""

import sys
from pathlib import Path

import make_corpus
import make_journals
import make_openings
import make_pictures
import make_replies
import make_saved
import make_services

CORPUS = Path(sys.argv[1])
FILES = {"bad": make_corpus.sounds, "pictures": make_pictures.pictures,
         "replies": make_replies.replies, "streams": make_replies.streams,
         "urls": make_replies.urls, "tokens": make_replies.kept,
         "services": make_services.services, "journals": make_journals.journals,
         "saved": make_saved.lists, "openings": lambda: make_openings.openings(CORPUS / "drops")}

for folder in sys.argv[2:]:
    for name, content in FILES[folder]():
        (CORPUS / folder / name).write_bytes(content)
