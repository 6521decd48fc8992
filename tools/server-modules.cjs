// The modules of the server in their one order, highest first (docs/adr/0030). A row names the modules below that it may
// import, each through its `public.ts`.
module.exports = {
  setup: [
    'users',
    'casework',
    'delivery',
    'signing',
    'templates',
    'documents',
    'notify',
    'identity',
    'verification-core',
    'outbox',
  ],
  users: ['casework', 'documents', 'identity'],
  reports: ['casework', 'delivery', 'templates', 'documents', 'identity', 'verification-core'],
  casework: ['delivery', 'documents', 'case-locks', 'notify', 'identity', 'outbox'],
  delivery: ['documents', 'notify', 'identity', 'outbox'],
  signing: ['documents', 'case-locks', 'notify', 'identity', 'verification-core'],
  templates: ['documents', 'case-locks', 'notify', 'identity'],
  documents: ['case-locks', 'notify', 'identity', 'verification-core'],
  'case-locks': ['identity'],
  notify: ['identity', 'outbox'],
  identity: ['verification-core', 'outbox'],
  'verification-core': [],
  outbox: [],
}
