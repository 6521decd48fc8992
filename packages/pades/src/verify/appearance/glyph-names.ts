/** Names of the glyphs of the Latin text fonts (ISO 32000-2 annex D.2), in the order of their characters. */
const ascii = (
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash ' +
  'zero one two three four five six seven eight nine colon semicolon less equal greater question at ' +
  'A B C D E F G H I J K L M N O P Q R S T U V W X Y Z ' +
  'bracketleft backslash bracketright asciicircum underscore grave ' +
  'a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde'
).split(' ')
const latin = (
  'space exclamdown cent sterling currency yen brokenbar section dieresis copyright ordfeminine ' +
  'guillemotleft logicalnot hyphen registered macron degree plusminus twosuperior threesuperior acute ' +
  'mu paragraph periodcentered cedilla onesuperior ordmasculine guillemotright onequarter onehalf ' +
  'threequarters questiondown Agrave Aacute Acircumflex Atilde Adieresis Aring AE Ccedilla Egrave ' +
  'Eacute Ecircumflex Edieresis Igrave Iacute Icircumflex Idieresis Eth Ntilde Ograve Oacute ' +
  'Ocircumflex Otilde Odieresis multiply Oslash Ugrave Uacute Ucircumflex Udieresis Yacute Thorn ' +
  'germandbls agrave aacute acircumflex atilde adieresis aring ae ccedilla egrave eacute ecircumflex ' +
  'edieresis igrave iacute icircumflex idieresis eth ntilde ograve oacute ocircumflex otilde odieresis ' +
  'divide oslash ugrave uacute ucircumflex udieresis yacute thorn ydieresis'
).split(' ')
const others =
  'breve=˘ caron=ˇ circumflex=ˆ dotaccent=˙ hungarumlaut=˝ ogonek=˛ ring=˚ tilde=˜ bullet=• dagger=† ' +
  'daggerdbl=‡ ellipsis=… emdash=— endash=– florin=ƒ fraction=⁄ guilsinglleft=‹ guilsinglright=› ' +
  'minus=− perthousand=‰ quotedblbase=„ quotedblleft=“ quotedblright=” quoteleft=‘ quoteright=’ ' +
  'quotesinglbase=‚ trademark=™ fi=ﬁ fl=ﬂ Lslash=Ł OE=Œ Scaron=Š Ydieresis=Ÿ Zcaron=Ž dotlessi=ı ' +
  'lslash=ł oe=œ scaron=š zcaron=ž Euro=€'

const characters = new Map<string, string>([
  ...others.split(' ').map((pair) => pair.split('=') as [string, string]),
  ...latin.map((name, index) => [name, String.fromCharCode(0xa0 + index)] as const),
  ...ascii.map((name, index) => [name, String.fromCharCode(0x20 + index)] as const),
])

/** The text of a glyph by its name: the Latin ones, `uniXXXX` and `uXXXX[XX]` (Adobe Glyph List §2); null: unknown. */
export function characterOfGlyph(name: string): string | null {
  const known = characters.get(name)
  if (known !== undefined) return known
  const code = /^(?:uni([0-9A-F]{4})|u([0-9A-F]{4,6}))$/.exec(name)
  const point = code ? Number.parseInt(code[1] ?? code[2] ?? '', 16) : Number.NaN
  return point <= 0x10ffff ? String.fromCodePoint(point) : null
}
