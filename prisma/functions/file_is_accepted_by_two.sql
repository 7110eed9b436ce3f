-- Two different operators (check) accept a list's file that was refused: one wants it, then one agrees. What was read and what an operator
-- said never change, and nothing is deleted or truncated (docs/decisions/086).
create or replace function "file_is_accepted_by_two"() returns trigger language plpgsql as $$
begin
  if tg_op in ('DELETE', 'TRUNCATE') then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  if tg_op = 'INSERT' then
    if new."wantedById" is not null or new."acceptedById" is not null then
      raise exception 'a file begins accepted by nobody';
    end if;
    return new;
  end if;
  if row(new."id", new."list", new."fault", new."fingerprint", new."sha256", new."bytes", new."publishedAt", new."address", new."entries",
         new."names", new."beforeId", new."entriesBefore", new."namesBefore", new."fetchedAt")
     is distinct from row(old."id", old."list", old."fault", old."fingerprint", old."sha256", old."bytes", old."publishedAt", old."address",
         old."entries", old."names", old."beforeId", old."entriesBefore", old."namesBefore", old."fetchedAt")
     or (old."wantedById" is not null and row(new."wantedById", new."wantedAt", new."wantedReason")
         is distinct from row(old."wantedById", old."wantedAt", old."wantedReason"))
     or old."acceptedById" is not null then
    raise exception 'rows of % stay what they are', tg_table_name;
  end if;
  if new."acceptedById" is not null and old."wantedById" is null then
    raise exception 'this takes a second operator';
  end if;
  if not exists (select 1 from "user" where "id" = coalesce(new."acceptedById", new."wantedById") and "role" = 'admin') then
    raise exception 'only operators accept a file';
  end if;
  return new;
end $$;

create trigger "refused_list_is_accepted" before insert or update or delete on "refused_list"
  for each row execute function "file_is_accepted_by_two"();

create trigger "refused_list_keep_all" before truncate on "refused_list"
  for each statement execute function "file_is_accepted_by_two"();
