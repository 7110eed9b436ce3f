-- Screening reviews (decision 068): what was found does not change, and only an operator changes the state. A second operator is needed for a true match, and
-- to let go a match by wallet or a true match: another one has stored the same wish (wanted) before.
create or replace function "review_is_decided_by_operators"() returns trigger language plpgsql as $$
begin
  if row(new."subject", new."subjectHash", new."personId", new."entryId", new."entryHash", new."by", new."typed", new."listed", new."score",
         new."words", new."facts", new."openedAt")
     is distinct from row(old."subject", old."subjectHash", old."personId", old."entryId", old."entryHash", old."by", old."typed", old."listed",
         old."score", old."words", old."facts", old."openedAt") then
    raise exception 'what was found stays what it is';
  end if;
  if new."state" = old."state" then
    return new;
  end if;
  if not exists (select 1 from "user" where "id" = coalesce(new."decidedById", new."takenById") and "role" = 'admin') then
    raise exception 'only operators decide';
  end if;
  if new."state" = 'true_match' or (new."state" = 'false_match' and (old."by" = 'wallet' or old."state" = 'true_match')) then
    if old."wanted" is distinct from new."state" or old."wantedById" is null or old."wantedById" = new."decidedById" then
      raise exception 'this takes a second operator';
    end if;
  end if;
  return new;
end $$;

create trigger "screening_review_is_decided" before update on "screening_review"
  for each row execute function "review_is_decided_by_operators"();
