"""Makes a master and gets a link to it: records, sets title and artist, drops it at Dropbox.

    python3 20_drop.py LOOP TAKE TITLE ARTIST CLIENT_ID [https://dropbox.example]

The first time, the user signs in with the browser. CLIENT_ID is the application's at Dropbox.
"""
import asyncio
import sys

import aha


def record(loop: str, take: str) -> float:
    with aha.Engine.offline() as engine:
        engine.play(engine.load(loop), loop=True)
        recorder = aha.Recorder(engine, take, replace=True)
        recorder.start()
        engine.render(4 * engine.sample_rate)
        recorder.stop()
        recorder.wait()
        return len(recorder.take()) / engine.sample_rate


async def watch(client: aha.Client, account: aha.Account) -> None:
    async for event in client.events():
        if event.kind == aha.EventKind.ACCOUNT_URL_PREPARED:
            print("open", account.url, flush=True)
        elif event.kind == aha.EventKind.DROP_PROGRESS:  # a real program draws a progress bar
            print(event.value, "bytes")


async def main(loop: str, take: str, title: str, artist: str, client_id: str,
               server: str = "") -> None:
    piece = aha.Piece(title=title, artist=artist, length_us=round(record(loop, take) * 1e6))
    urls = {"authorization_url": server + "/oauth2/authorize", "api_url": server,
            "token_url": server + "/oauth2/token"} if server else {}
    provider = aha.Provider("dropbox", client_id=client_id,
                            redirect_url="http://127.0.0.1:0/callback", **urls)
    with aha.Client("com.example.drums") as client:
        account = await client.account_async(provider)
        asyncio.ensure_future(watch(client, account))
        if not account.signed_in:
            await account.sign_in()
        drop = aha.Drop(aha.Destination.dropbox(account), piece)
        await drop.send_async(take)
        print("link:", drop.url)
        print("to be posted:", aha.share_text(piece, drop.url))


if len(sys.argv) not in (6, 7):
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except aha.Error as error:
    sys.exit(f"20_drop: {error}")
