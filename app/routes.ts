/** Every address of the app, and the file that answers it: pages first, then what pages fetch and what machines read. */
import { index, type RouteConfig, route } from '@remix-run/route-config'

export default [
  index('routes/site/home/route.tsx'),
  route('freight-forwarders', 'routes/site/freight-forwarders/route.tsx'),
  route('faq', 'routes/site/faq.tsx'),
  route('instructions', 'routes/site/instructions.tsx'),
  route('contact', 'routes/site/contact/route.tsx'),
  route('terms', 'routes/site/terms.tsx'),
  route('holdings', 'routes/site/holdings.tsx'),
  route('privacy', 'routes/site/privacy.tsx'),
  route('styleguide', 'routes/site/styleguide/route.tsx'),

  route('register', 'routes/accounts/register/route.tsx'),
  route('login', 'routes/accounts/login.tsx'),
  route('logout', 'routes/accounts/logout.tsx'),
  route('account', 'routes/accounts/account.tsx'),
  route('admin', 'routes/accounts/operator-sign-in.tsx'),
  route('confirm-email', 'routes/accounts/confirm-email/route.tsx'),
  route('forgot-password', 'routes/accounts/forgot-password.tsx'),
  route('reset-password', 'routes/accounts/reset-password/route.tsx'),
  route('access-denied', 'routes/accounts/access-denied.tsx'),

  route('payment', 'routes/fees/payment/route.tsx'),
  route('receipt', 'routes/fees/receipt/route.tsx'),
  route('submit', 'routes/opening/submit/route.tsx'),
  route('seller-confirm', 'routes/documents/seller-confirm/route.tsx'),
  route('transaction-lookup', 'routes/lookup/transaction-lookup/route.tsx'),
  route('dashboard', 'routes/lookup/dashboard/route.tsx'),
  route('statements/:transactionId', 'routes/statement/statement.tsx'),
  route('statements/:transactionId.pdf', 'routes/statement/statement-pdf.ts'),

  route('admin-panel', 'routes/desk/panel/route.tsx', [
    index('routes/desk/overview/route.tsx'),
    route('cases', 'routes/desk/cases/route.tsx'),
    route('outgoing', 'routes/desk/outgoing/route.tsx'),
    route('disputes', 'routes/desk/disputes.tsx'),
    route('disputes/:disputeId', 'routes/desk/dispute/route.tsx'),
    route('books', 'routes/desk/books.tsx'),
    route('payouts', 'routes/desk/payouts/route.tsx'),
    route('escrows', 'routes/desk/escrows.tsx'),
  ]),

  route('contracts/:escrowId', 'routes/documents/contract.ts'),
  route('contracts/:escrowId/preview', 'routes/documents/contract-preview.ts'),
  route('documents/:documentId', 'routes/documents/document.ts'),
  route('documents/:documentId/preview', 'routes/documents/document-preview.ts'),

  route('prices', 'routes/prices/prices.ts'),
  route('freight-forwarders/saving', 'routes/site/freight-saving.ts'),
  route('words/:language/:group', 'routes/languages/words.ts'),
  route('healthz', 'routes/upkeep/healthz.ts'),
  route('robots.txt', 'routes/site/robots-txt.ts'),
  route('sitemap.xml', 'routes/site/sitemap-xml.ts'),
  route('*', 'routes/site/not-found.tsx'),
] satisfies RouteConfig
