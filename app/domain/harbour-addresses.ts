/**
 * Public addresses of the harbour's platform accounts. Their seeds are no secret (harbour/accounts.ts derives them
 * from plain words), so the app refuses to start with one of them on a public network.
 */
