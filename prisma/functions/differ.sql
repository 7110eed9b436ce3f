-- Whether two versions of a row differ outside of "but_for", the columns that may change. Columns added later may not change.
create or replace function "differ"("before" anyelement, "after" anyelement, variadic "but_for" text[] default '{}') returns boolean stable language sql as $$
  select (to_jsonb("after") - "but_for") <> (to_jsonb("before") - "but_for") $$;
