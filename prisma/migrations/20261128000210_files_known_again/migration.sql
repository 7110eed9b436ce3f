-- In steps
-- Has the same seller sent the same file before?
create index concurrently if not exists "escrow_document_of_sender" on "escrow_document" ("uploadedById", "sha256");
