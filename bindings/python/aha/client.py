"""Clients: the application's identity, network thread and event queue, shared by accounts, requests
and drops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ._abi import lib
from ._arguments import Path, encoded_text
from ._calls.client import ClientCalls
from ._constants.account import AccountText, StoreKind
from ._family import Parent
from ._handle import indices, made, text_of
from ._wait import in_a_thread
from .account import Account, Provider, TokenStore
from .destination import Destination
from .drop import Drop
from .opening import Opening
from .request import Request
from .share import Network, share_link
from .stream import Stream

if TYPE_CHECKING:
    from .piece import Piece


class KeptAccount(NamedTuple):
    """An account whose token is stored in the client's state folder."""

    provider: str
    name: str


class Client(ClientCalls, Parent):
    """The identity of an application at services. It needs no engine; its thread starts with the
    first use.

    ::

        with aha.Client("com.example.drums") as client:
            account = client.account(aha.Provider("soundcloud", client_id="…"))
            if not account.signed_in:
                sign_in = account.sign_in()
                webbrowser.open(sign_in.wait_for_url())
                sign_in.wait()
            print(client.request("GET", "/me", account=account).send().json())

    Closing it cancels its requests and interrupts its drops, which can be started again.
    """

    _noun = "client"
    _shows = ("application_id",)

    #: Max ended objects that are kept for their unread events.
    _MAX_HELD = 1024

    @property
    def _client(self) -> Client:
        return self

    @property
    def application_id(self) -> str:
        """The application's id, as given."""
        return self._application_id

    def account(self, provider: Provider | str, *, name: str | None = None,
                store: StoreKind | str | TokenStore = StoreKind.AUTO) -> Account:
        """Opens an account: see :class:`Account`. Blocks."""
        return Account(self, provider, name=name, store=store)

    async def account_async(self, provider: Provider | str, *, name: str | None = None,
                            store: StoreKind | str | TokenStore = StoreKind.AUTO) -> Account:
        """As ``account``, without blocking the event loop."""
        return await in_a_thread(lambda: self.account(provider, name=name, store=store))

    @property
    def accounts(self) -> list[KeptAccount]:
        """The accounts with a token in the state folder. Blocks. The C functions are
        aha_account_saved_count and aha_account_saved_copy_text. Errors: file errors.
        """
        def text(index: int, kind: AccountText) -> str:
            return text_of(lib.aha_account_saved_copy_text, self._handle, index, kind)

        return [KeptAccount(text(index, AccountText.PROVIDER), text(index, AccountText.NAME))
                for index in indices(lib.aha_account_saved_count(self._handle),
                                     lambda: text(0, AccountText.NAME))]

    def request(self, method: str, resource: str, **more: Any) -> Request:
        """Creates a request with the arguments of :class:`Request`; ``send()`` or ``await`` it."""
        return Request(self, method, resource, **more)

    async def stream_async(self, resource: str, *, account: Account | None = None) -> Stream:
        """As ``stream``, without blocking the event loop."""
        return await in_a_thread(lambda: self.stream(resource, account=account))

    def destinations(self) -> list[Destination]:
        """The client's destinations, in order of creation. The C functions are
        aha_destination_count and aha_destination_at."""
        return [Destination(self, made(lib.aha_destination_at, self._handle, index))
                for index in range(lib.aha_destination_count(self._handle))]

    def destination(self, name: str) -> Destination:
        """The destination of a name in the client's list. The C function is
        aha_destination_find. Errors: NotFoundError."""
        return Destination(self, made(lib.aha_destination_find, self._handle,
                                      encoded_text("name", name)))

    def drops(self) -> list[Drop]:
        """This application's drops in the journal of the state folder: running, interrupted and
        done, the newest first. Blocks. The C functions are aha_drop_count and
        aha_drop_copy_id."""
        def id_of(index: int) -> str:
            return text_of(lib.aha_drop_copy_id, self._handle, index)

        return [Drop.open(self, id_of(index))
                for index in indices(lib.aha_drop_count(self._handle), lambda: id_of(0))]

    def drop(self, id: str) -> Drop:
        """Opens a drop of the journal by its id or a prefix of the id: see :meth:`Drop.open`."""
        return Drop.open(self, id)

    def open(self, url: Path, **more: Any) -> Opening:
        """Starts to open a piece with the arguments of :class:`Opening`; ``wait()`` or ``await``
        it."""
        return Opening(self, url, **more)

    def share_link(self, network: Network | str, piece: Piece, link: str) -> str:
        """The URL that opens a network's own form with a text and the link: see ``share_link``."""
        return share_link(self, network, piece, link)

    def _hold(self, child: Request | Drop | Opening) -> None:
        """Keeps a started object until the host reads the event of its end."""
        held: list[Any] = self._family.held()
        if len(held) >= self._MAX_HELD:
            for one in held:
                if one.closed or one._job.done:
                    self._family.drop(one)
        self._family.hold(child)
