"""Orca, the screen reader of GNOME, with a voice that writes: each utterance is a line of JSON.

    /usr/bin/python3 written-speech.py FILE [OPTIONS OF ORCA]

Only the voice (Orca: a speech server) is not Debian's. It replaces Speech Dispatcher, which drops an utterance where the next one
comes at once, and needs sound.
"""
import importlib.machinery
import json
import sys
import types

from orca import speechserver


class WrittenSpeech(speechserver.SpeechServer):
    def __init__(self, file):
        super().__init__()
        self._file = file

    def speak(self, text=None, acss=None, interrupt=True):
        if text:
            print(json.dumps(text), file=self._file, flush=True)

    def speakCharacter(self, character, acss=None):
        self.speak(character)

    def sayAll(self, utteranceIterator, progressCallback):
        for context, _ in utteranceIterator:
            self.speak(context.utterance)
            progressCallback(context, speechserver.SayAllContext.COMPLETED)

    def getInfo(self):
        return ['Written', 'written']


voice = WrittenSpeech(open(sys.argv[1], 'w', encoding='utf-8'))
WrittenSpeech.getSpeechServer = staticmethod(lambda info=None: voice)
WrittenSpeech.getSpeechServers = staticmethod(lambda: [voice])
# A module by the name that Orca's settings have (orca.ts).
module = types.ModuleType('written_speech')
module.SpeechServer = WrittenSpeech
sys.modules[module.__name__] = module

orca = importlib.machinery.SourceFileLoader('orca_command', '/usr/bin/orca').load_module()
# Orca refuses to run twice for a user; another test run may have one on its own desktop.
orca.otherOrcas = lambda: []
del sys.argv[1]
sys.exit(orca.main())
