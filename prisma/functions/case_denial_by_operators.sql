-- One operator denies that a payment out paid the money of a case; another operator confirms that (check case_denial_by_two; decision 098).
create or replace function "case_denial_by_operators"() returns trigger language plpgsql as $$
begin
  perform "must_be_operator"(case tg_op when 'INSERT' then new."deniedById" else new."confirmedById" end,
    'only operators say what a payment out was');
  return new;
end $$;

create trigger "case_denial_by_operators" before insert or update on "case_denial"
  for each row execute function "case_denial_by_operators"();
