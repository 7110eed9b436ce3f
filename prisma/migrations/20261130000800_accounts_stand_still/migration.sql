-- An operator has changed how its owner gets in: until then the account does nothing with money, unless a second operator
-- confirms the change before. Null: it does not stand still.
alter table "user" add column "stillUntil" timestamptz(3);
