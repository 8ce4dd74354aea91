"""Signs in to a service, sends requests, uploads, handles errors, signs out.

    python3 19_accounts.py SOUND https://service.example CLIENT_ID [SECRET USER PASSWORD]
The service has /authorize, /token and /revoke of OAuth 2, and /me and /tracks.
"""
import asyncio
import sys

import aha


async def watch(client: aha.Client, account: aha.Account) -> None:
    async for event in client.events():
        if event.kind == aha.EventKind.ACCOUNT_URL_PREPARED:
            print("open", account.url, flush=True)
        elif event.kind != aha.EventKind.REQUEST_PROGRESS:  # a program draws its bar
            print(event.kind.name.lower(), event.value, event.line)


async def live(client: aha.Client, account: aha.Account, sound: str, *person: str) -> None:
    me = client.request("GET", "/me", account=account, format="json", wait_for_sign_in=True)
    waiting = me.start()  # before the sign-in
    if person:  # if the service allows passwords
        await account.sign_in(aha.Grant.PASSWORD, user=person[0], password=person[1])
    elif not account.signed_in:
        await account.sign_in()  # in a browser
    await waiting
    print(me.json()["username"], "is signed in at", account.provider)
    upload = client.request("POST", "/tracks", account=account, parameters={"track[title]": "Rain"})
    upload.add_file("track[asset_data]", sound)
    print("uploaded", (await upload).json()["title"])  # an expired token would be refreshed
    try:
        await client.request("GET", "/nothing", account=account)
    except aha.HTTPError as error:
        print("as expected:", error)
    await account.sign_out()


async def main(sound: str, url: str, client_id: str, *person: str) -> None:
    urls = [url + path for path in ("/authorize", "/token", "/revoke", "")]
    provider = aha.Provider("oauth2", *urls, client_id, person[0] if person else None,
                            redirect_url="http://127.0.0.1:0/callback")
    with aha.Client("com.example.drums") as client:
        account = await client.account_async(provider)
        asyncio.ensure_future(watch(client, account))
        await live(client, account, sound, *person[1:])


if len(sys.argv) not in (4, 7):
    sys.exit(__doc__)
try:
    asyncio.run(main(*sys.argv[1:]))
except aha.Error as error:
    sys.exit(f"19_accounts: {error}")
