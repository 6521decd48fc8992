import ts from 'typescript'

/** Names that are written as they are: the client's own, and those of every platform. */
const kept = new Set(['FileReply', 'SentFile', 'Uint8Array', 'ReadableStream', 'Blob', 'Promise'])

/** Writes types out as plain TypeScript: without aliases, helpers and libraries. */
class TypeWriter {
  readonly #checker: ts.TypeChecker
  readonly #at: ts.Node

  constructor(checker: ts.TypeChecker, at: ts.Node) {
    this.#checker = checker
    this.#at = at
  }

  write(type: ts.Type, indent = ''): string {
    const checker = this.#checker
    const name = type.aliasSymbol?.name ?? type.symbol?.name
    if (name !== undefined && kept.has(name)) return checker.typeToString(type, this.#at)
    if (type.isUnion()) return this.#union(type, indent)
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type as ts.TypeReference)
      const text = this.write(element!, indent)
      return `${/[|&]|=>/.test(text) && !text.startsWith('{') ? `(${text})` : text}[]`
    }
    if (checker.isTupleType(type)) {
      return `[${checker
        .getTypeArguments(type as ts.TypeReference)
        .map((one) => this.write(one, indent))
        .join(', ')}]`
    }
    const isObject = (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0
    return isObject && type.getCallSignatures().length === 0
      ? this.#object(type, indent)
      : checker.typeToString(type, this.#at)
  }

  /** TypeScript takes `boolean` for the union of its values. */
  #union({ types }: ts.UnionType, indent: string): string {
    const texts = types.map((one) => this.write(one, indent))
    const isBoolean = texts.includes('true') && texts.includes('false')
    const rest = isBoolean ? texts.filter((text) => text !== 'true' && text !== 'false') : texts
    return [...new Set([...rest, ...(isBoolean ? ['boolean'] : [])])].join(' | ')
  }

  #object(type: ts.Type, indent: string): string {
    const checker = this.#checker
    const deeper = `${indent}  `
    const members = checker.getPropertiesOfType(type).map((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
      const own = checker.getTypeOfSymbolAtLocation(property, this.#at)
      const shown = own
      const name = /^[A-Za-z_]\w*$/.test(property.name) ? property.name : JSON.stringify(property.name)
      return `${deeper}${name}${isOptional ? '?' : ''}: ${this.write(shown, deeper)}`
    })
    const indexed = checker
      .getIndexInfosOfType(type)
      .map(
        ({ keyType, type: value }) => `${deeper}[key: ${checker.typeToString(keyType)}]: ${this.write(value, deeper)}`,
      )
    const all = [...members, ...indexed]
    return all.length === 0 ? '{}' : `{\n${all.join('\n')}\n${indent}}`
  }
}

/** The declarations of a module that exports types only. */
export function writeTypes(program: ts.Program, path: string): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(path)
  const module = source === undefined ? undefined : checker.getSymbolAtLocation(source)
  if (source === undefined || module === undefined) throw new Error(`${path} is no module of the program`)
  const writer = new TypeWriter(checker, source)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => {
      if (kept.has(symbol.name)) return symbol.declarations![0]!.getText(source)
      const own = (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
      return `export type ${symbol.name} = ${writer.write(checker.getDeclaredTypeOfSymbol(own))}`
    })
    .join('\n\n')
    .concat('\n')
}
