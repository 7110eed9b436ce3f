-- Notifies pages (channel quayside_news) of '<kind>:<id>', without content: a listener may not be allowed to see the row (decision 054). Null id: nothing.
create or replace function "tell_news"("of_kind" text, "of_id" uuid) returns void language sql as $$
  -- PostgreSQL sends equal notifications of a transaction once.
  select pg_notify('quayside_news', of_kind || ':' || of_id) where of_id is not null
$$;
