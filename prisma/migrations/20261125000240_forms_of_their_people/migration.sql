-- A form is one person's: whoever sends another's page, word for word, has sent a form of their own. Rows are few: a week old at most.
alter table "form_token" drop constraint "form_token_pkey",
  add constraint "form_token_pkey" primary key ("token", "userId", "digest");
