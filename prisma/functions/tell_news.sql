-- Notifies waiting pages (channel quayside_news) with '<kind>:<id>' and no content (decision 054): whoever hears it may not be allowed to see the row.
-- Without an id it does nothing.
create or replace function "tell_news"("of_kind" text, "of_id" uuid) returns void language sql as $$
  -- The same name told twice in one transaction is heard once.
  select pg_notify('quayside_news', of_kind || ':' || of_id) where of_id is not null
$$;
