# Runs the ePass of Debian's vsmartcard-vpicc with the files of a specimen: python3 vicc.py PORT FILES
#
# The card, its basic access control and its secure messaging are those of the package. What is mended below is what
# the move to Python 3 broke there: text where bytes are meant.
import importlib.abc
import importlib.util
import logging
import sys

sys.path.insert(0, '/usr/lib/python3/site-packages/virtualsmartcard')

MENDED = {
    'CryptoUtils': (
        ('from Crypto.', 'from Cryptodome.'),
        ('chr(op(ord(string1[i]), ord(string2[i])))', 'op(string1[i], string2[i])'),
        ('return "".join(result)', 'return bytes(result)'),
        ('data = inttostring(ssc) + data', 'data = inttostring(ssc, 8) + data'),
    ),
    'TLVutils': (('return b"".join(result)', 'return result'),),
    'SEutils': (
        ('return_data = ["", ]', 'return_data = [b""]'),
        ('"".join(return_data)', 'b"".join(return_data)'),
        ('stringtoint(value[0])', 'value[0]'),
        ('return_data = ""', 'return_data = b""'),
        ('result != ""', 'result != b""'),
        ('"\\x01" + encrypted', 'b"\\x01" + encrypted'),
        # The status, which Doc 9303-11 asks for in every protected answer; the package has it as a comment.
        (
            'if sw == SW["NORMAL"]:\n            if self.cct',
            'if sw == SW["NORMAL"]:\n            return_data += pack([(0x99, 2, inttostring(sw))])\n            if self.cct',
        ),
    ),
    'cards.ePass': (('"\\x00\\x04\\x01\\x01"', 'b"\\x00\\x04\\x01\\x01"'),),
}


class Mender(importlib.abc.MetaPathFinder, importlib.abc.SourceLoader):
    def find_spec(self, name, path, target=None):
        short = name.removeprefix('virtualsmartcard.')
        if short not in MENDED:
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path)
        return importlib.util.spec_from_loader(name, self, origin=found.origin)

    def get_filename(self, name):
        return importlib.machinery.PathFinder.find_spec(name, sys.modules[name.rpartition('.')[0]].__path__).origin

    def get_data(self, path):
        with open(path, 'rb') as file:
            source = file.read().decode()
        for short, changes in MENDED.items():
            if path.endswith('/' + short.replace('.', '/') + '.py'):
                for old, new in changes:
                    if old not in source:
                        sys.exit(f'{short} is another than the one that is known here: it has no {old}')
                    source = source.replace(old, new)
        return source.encode()


sys.meta_path.insert(0, Mender())

import virtualsmartcard.SmartcardFilesystem as files
import virtualsmartcard.VirtualSmartcard as virtual
from virtualsmartcard.cards.ePass import PassportSAM


class Generator:
    """Takes the files of a specimen; the package asks for a zone and a picture on the terminal."""

    def __init__(self, kind):
        pass

    def getCard(self):
        card = files.MF()
        document = files.DF(parent=card, fid=4, dfname=b'\xa0\x00\x00\x02\x47\x10\x01', bertlv_data=[])
        with open(sys.argv[2]) as lines:
            for line in lines:
                name, data = line.split()
                document.append(
                    files.TransparentStructureEF(
                        parent=document, fid=int(name, 16), filedescriptor=0, data=bytes.fromhex(data)
                    )
                )
        card.append(document)
        return card, PassportSAM(card)


virtual.CardGenerator = Generator
virtual.VirtualICC(None, 'ePass', '127.0.0.1', int(sys.argv[1]), logginglevel=logging.ERROR).run()
