"""Studio: list, bend, record, arrange, share and look back, in a terminal, with libaha."""
