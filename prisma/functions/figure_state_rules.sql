-- The place up to which figures are added up moves only by its own rules, which the worker names in quayside.figure_rules, and rules are never replaced by
-- older ones. So a worker with older rules adds nothing (decision 060).
create or replace function "figure_state_rules"() returns trigger language plpgsql as $$
begin
  if new."rules" < old."rules" then
    raise exception 'figures are added up by newer rules already' using errcode = 'check_violation', constraint = 'figure_state_rules';
  end if;
  -- Whoever moves the place names its rules. An older worker without rules names none.
  if new."seq" <> old."seq" and current_setting('quayside.figure_rules', true) is distinct from new."rules"::text then
    raise exception 'figures are added up by other rules' using errcode = 'check_violation', constraint = 'figure_state_rules';
  end if;
  return new;
end $$;

create trigger "figure_state_rules" before update on "figure_state" for each row execute function "figure_state_rules"();
