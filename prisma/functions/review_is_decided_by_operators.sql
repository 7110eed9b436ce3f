-- Only an operator changes the state of a screening review (decision 068). A true match, and letting go a match by wallet or a true match, need a second one:
-- another operator stored the same wish (wanted) before.
create or replace function "review_is_decided_by_operators"() returns trigger language plpgsql as $$
begin
  if new."state" = old."state" then
    return new;
  end if;
  perform "must_be_operator"(coalesce(new."decidedById", new."takenById"), 'only operators decide');
  if new."state" = 'true_match' or (new."state" = 'false_match' and (old."by" = 'wallet' or old."state" = 'true_match')) then
    perform "public"."refuse_if"(old."wanted" is distinct from new."state" or old."wantedById" is null or old."wantedById" = new."decidedById",
      'this takes a second operator');
  end if;
  return new;
end $$;

create trigger "screening_review_is_decided" before update on "screening_review"
  for each row execute function "review_is_decided_by_operators"();
