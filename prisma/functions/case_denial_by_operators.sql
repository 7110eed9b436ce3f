-- One operator denies that a payment out paid out the money of a case, and another one confirms it, once (check case_denial_by_two).
-- Nothing else of a denial changes (docs/decisions/098).
create or replace function "case_denial_by_operators"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new."confirmedAt" is not null then
      raise exception 'a second operator confirms it afterwards';
    end if;
    perform "needs_operator"(new."deniedById");
    return new;
  end if;
  if old."confirmedAt" is not null or new."confirmedAt" is null
      or (new."outgoingId", new."caseId", new."reason", new."deniedById", new."deniedAt")
        is distinct from (old."outgoingId", old."caseId", old."reason", old."deniedById", old."deniedAt") then
    raise exception 'what operators said of payments out is never changed or deleted';
  end if;
  perform "needs_operator"(new."confirmedById");
  return new;
end $$;

create trigger "case_denial_by_operators" before insert or update on "case_denial"
  for each row execute function "case_denial_by_operators"();
