-- Has this operator changed it, and is it at that moment neither confirmed nor taken back, nor its time over?
create or replace function "own_change_waits"("operator" uuid, "person" uuid, "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "account_change" c where c."userId" = $2 and c."changedById" = $1
      and c."stillUntil" > $3 and (c."endedAt" is null or c."endedAt" > $3)
  )
$$;
