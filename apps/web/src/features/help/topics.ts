/** What a user does in the office: one tab of the help each. */
export const helpTabs = ['sign', 'mediate', 'manage', 'administer'] as const
export type HelpTab = (typeof helpTabs)[number]

/** The topics of each tab, in the order shown. */
export const topicsOf = {
  sign: ['signPdf', 'storeKey', 'signMany', 'keyFails', 'verify', 'toConfirm', 'loose', 'profile'],
  mediate: ['newCase', 'send', 'convene', 'result', 'askSigners', 'askDocuments', 'goBack', 'agenda', 'share', 'find'],
  manage: ['templates', 'fillMany', 'users', 'company', 'signingSettings', 'bin'],
  administer: ['companies', 'authorities', 'mail', 'importUsers', 'forgotten', 'outbox', 'status'],
} as const satisfies Record<HelpTab, readonly string[]>
export type HelpTopic = (typeof topicsOf)[HelpTab][number]
