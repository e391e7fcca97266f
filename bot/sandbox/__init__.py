"""A small local Discord: REST, gateway and a web page. It imports nothing of ours.

In a test or a program `async with await Sandbox.start(strict=True) as sandbox:` (server.py); people
by `sandbox.person("ana")` (person.py), faults by `sandbox.faults.add(...)`, whatever else can
happen by `sandbox.incidents`, every request in `sandbox.log`. As a process `python -m bot.sandbox serve`,
troubled by `python -m bot.sandbox fault` and `do`; people of other processes are in remote.py.
"""
