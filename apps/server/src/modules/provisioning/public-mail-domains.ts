/** Names of mail services under any ending: `yahoo.com.ar`, `hotmail.es`. */
const services = /^(?:yahoo|ymail|hotmail|outlook|live|msn|gmail|googlemail|yandex|gmx)(?:\.[a-z]{2,3}){1,2}$/

/** Mail services at which anyone can open an account. */
const named = new Set(
  (
    'rocketmail.com myyahoo.com icloud.com me.com mac.com aol.com aim.com proton.me protonmail.com pm.me tutanota.com ' +
    'tuta.io zoho.com zohomail.com mail.com email.com usa.com post.com fastmail.com hushmail.com mail.ru bk.ru list.ru ' +
    'inbox.ru inbox.lv rambler.ru ya.ru web.de t-online.de freenet.de orange.fr free.fr laposte.net wanadoo.fr ' +
    'wanadoo.es telefonica.net terra.com terra.es terra.com.br uol.com.br bol.com.br ig.com.br libero.it virgilio.it ' +
    'tiscali.it qq.com 163.com 126.com naver.com prodigy.net.mx infinitum.com.mx fibertel.com.ar ciudad.com.ar ' +
    'arnet.com.ar andinanet.net hushmail.me duck.com mailinator.com guerrillamail.com yopmail.com'
  ).split(' '),
)

/** True for a mail service that is open to all: its addresses do not show who belongs to an office. */
export const isPublicMailDomain = (domain: string): boolean => services.test(domain) || named.has(domain)
