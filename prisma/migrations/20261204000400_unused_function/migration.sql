-- The figure stands in keep_escrow_terms; nothing calls this any more.
set local lock_timeout = '3s';

drop function if exists "most_made_up"(text);
