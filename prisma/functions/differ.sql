-- Do two versions of a row differ in any other column than these? They name what may change; whatever comes to a table later stays.
create or replace function "differ"("before" anyelement, "after" anyelement, variadic "but_for" text[] default '{}') returns boolean stable language sql as $$
  select (to_jsonb("after") - "but_for") <> (to_jsonb("before") - "but_for") $$;
