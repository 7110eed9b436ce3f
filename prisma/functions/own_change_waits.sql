-- Whether this operator changed this person's account and the change waits at this moment: not ended (confirmed, taken back, objected to), not past stillUntil
-- (decision 099). Until then the operator decides nothing about the person's money.
create or replace function "own_change_waits"("operator" uuid, "person" uuid, "at" timestamptz) returns boolean language sql stable as $$
  select exists (
    select 1 from "account_change" c where c."userId" = $2 and c."changedById" = $1
      and c."stillUntil" > $3 and (c."endedAt" is null or c."endedAt" > $3)
  )
$$;
