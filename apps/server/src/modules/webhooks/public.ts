export { resealWebhookSecrets } from './webhook-secret.ts'
export { sweepWebhooks } from './webhooks.queries.ts'
