-- Refuses a decision about a screening review, or a wish for one, by an operator whose change of the person's account waits (own_change_waits, decision 099).
create or replace function "review_is_not_of_own_change"() returns trigger language plpgsql as $$
declare
  "person" uuid := coalesce(new."personId", case when new."subject" like 'user:%' then substr(new."subject", 6)::uuid end);
begin
  perform "public"."refuse_if"((new."decidedById" is distinct from old."decidedById" and "own_change_waits"(new."decidedById", "person", new."decidedAt"))
      or (new."wantedById" is distinct from old."wantedById" and "own_change_waits"(new."wantedById", "person", new."wantedAt")),
    format('whoever changed an account decides nothing of review %s', new."id"));
  return new;
end $$;

create trigger "review_is_not_of_own_change" before update of "decidedById", "wantedById" on "screening_review"
  for each row execute function "review_is_not_of_own_change"();
