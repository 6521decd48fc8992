import type { ReactNode } from 'react'
import type { HelpTopic } from '../topics.ts'

/** Taken by `npm run pictures`, which runs e2e/pictures.test.ts. */
const pictures = import.meta.glob<string>('../pictures/*-dark.webp', { eager: true, query: '?url', import: 'default' })

type Props = { topic: HelpTopic; children: (src: string | undefined) => ReactNode }

/** The picture of a topic in dark mode. */
export const DarkPicture = ({ topic, children }: Props) => children(pictures[`../pictures/${topic}-dark.webp`])
