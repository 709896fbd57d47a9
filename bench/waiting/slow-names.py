#!/usr/bin/env python3
"""A name server on 127.0.0.1:53 (UDP) that answers 127.0.0.1 and loses the first query of each socket."""
import socket, struct, sys

server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind((sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1", 53))
lost = set()
while True:
    query, peer = server.recvfrom(512)
    end = query.index(b"\0", 12) + 5
    question = query[12:end]
    kind = struct.unpack(">H", question[-4:-2])[0]
    key = (peer[1], question)
    if key not in lost:
        lost.add(key)
        continue
    answers = 1 if kind == 1 else 0
    header = query[:2] + b"\x81\x80" + struct.pack(">HHHH", 1, answers, 0, 0)
    answer = b"\xc0\x0c\0\x01\0\x01\0\0\0\x3c\0\x04\x7f\0\0\x01" if answers else b""
    server.sendto(header + question + answer, peer)
