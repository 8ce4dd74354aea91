"""Keys: the table of each room, the footer, and the palette."""

from __future__ import annotations

import pytest
from conftest import answer, press, room_is, shown, text_of, until
from studio.app import Studio
from studio.model_work import Work
from studio.room import ROOMS
from studio.widgets import Keys


@pytest.mark.parametrize("number", range(1, 7))
async def test_every_key_of_a_room_has_a_meaning_and_is_in_its_table(
        work: Work, number: int) -> None:
    async with shown(work, str(number), size=(80, 24)) as (app, pilot):
        await until(pilot, lambda: room_is(pilot, ROOMS[number - 1]))
        room = app.room
        assert all(meaning for _, _, meaning in type(room).BINDINGS)
        await until(pilot, lambda: "? Keys" in text_of(pilot).splitlines()[-1])
        meanings = {meaning for _, meaning, *_ in room.keys()}
        assert meanings >= {meaning for _, _, meaning in type(room).BINDINGS}
        await press(pilot, "question_mark")
        await until(pilot, lambda: isinstance(app.screen, Keys))
        await until(pilot, lambda: all(meaning in text_of(pilot) for meaning in meanings))
        await press(pilot, "escape")
        await until(pilot, lambda: app.room is room)


async def test_the_palette_has_rooms_and_keys(work: Work) -> None:
    async with shown(work, "ctrl+p") as (app, pilot):
        await answer(pilot, "History")
        await until(pilot, lambda: room_is(pilot, "history"))
        titles = {one.title for one in Studio.get_system_commands(app, app.screen)}
        assert titles >= {"List", "Earlier", "Theme"}
        await press(pilot, "1", "ctrl+p")
        await answer(pilot, "Order")
        await until(pilot, lambda: app.notice == "ordered by newest")
