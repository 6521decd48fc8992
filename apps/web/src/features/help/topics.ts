/** What a user does in the office: one tab of the help each. */
export const helpTabs = ['sign', 'mediate', 'manage', 'administer'] as const
export type HelpTab = (typeof helpTabs)[number]

/** The topics of each tab, in the order shown. */
export const topicsOf = {
  sign: [
    'signPdf',
    'placeStamp',
    'signInCase',
    'signMany',
    'storeKey',
    'keyFails',
    'askedToSign',
    'askedToDeliver',
    'convened',
    'sharedLink',
    'verify',
    'checkPaper',
    'readResult',
    'toConfirm',
    'adobe',
    'loose',
    'profile',
    'signIn',
    'choosePassword',
    'useHelp',
  ],
  mediate: [
    'home',
    'newCase',
    'editCase',
    'send',
    'reschedule',
    'convene',
    'result',
    'askSigners',
    'askDocuments',
    'followUp',
    'goBack',
    'agenda',
    'readDocument',
    'share',
    'evidence',
    'find',
  ],
  manage: [
    'templates',
    'fillTemplate',
    'fillMany',
    'recipientsFill',
    'users',
    'roles',
    'leaves',
    'company',
    'signingSettings',
    'officeSeal',
    'apiKeys',
    'webhooks',
    'embedding',
    'provisioning',
    'privacy',
    'retention',
    'bin',
  ],
  administer: [
    'install',
    'sample',
    'companies',
    'authorities',
    'mail',
    'importUsers',
    'forgotten',
    'outbox',
    'backup',
    'status',
  ],
} as const satisfies Record<HelpTab, readonly string[]>
export type TopicOf<Tab extends HelpTab> = (typeof topicsOf)[Tab][number]
export type HelpTopic = TopicOf<HelpTab>

/** At most eight steps. `words`: other words that find the topic. */
export type Topic = { title: string; text: string; steps: readonly string[]; words: string }

/** Every topic, in the order of the tabs. */
export const everyTopic: readonly HelpTopic[] = helpTabs.flatMap((tab) => topicsOf[tab])
