-- A version that follows an amendment is accepted by whoever agreed to it.
create or replace function "accepted_terms_follow_amendment"() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from "amendment" where "id" = new."amendmentId" and "escrowId" = new."escrowId"
      and "answer" = 'agreed' and "answeredById" = new."acceptedById") then
    raise exception 'amendment % was not agreed to', new."amendmentId";
  end if;
  return new;
end $$;

create trigger "accepted_terms_follow_amendment" before insert on "accepted_terms"
  for each row when (new."amendmentId" is not null) execute function "accepted_terms_follow_amendment"();
