"""A second opinion on our bytes: reads messages in hex, writes what it understood and its own bytes for that."""
import copy
import json
import sys

import iso8583
from iso8583.specs import default_ascii


def spec_of(bitmap):
    """pyiso8583's own table in ASCII; bitmaps as given, and element 1 with them."""
    spec = copy.deepcopy(default_ascii)
    for name in ("p", "1"):
        spec[name]["data_enc"] = "b" if bitmap == "binary" else "ascii"
    return spec


for line in sys.stdin:
    bitmap, message = line.split()
    spec = spec_of(bitmap)
    decoded, _ = iso8583.decode(bytearray.fromhex(message), spec)
    fields = {name: text for name, text in decoded.items() if name not in ("p", "1")}
    again, _ = iso8583.encode(dict(fields), spec)
    print(json.dumps({"fields": fields, "bytes": again.hex()}))
