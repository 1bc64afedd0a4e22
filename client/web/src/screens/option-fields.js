/**
 * A field of the form for a game's options, from its schema.
 *
 * @typedef {{ name: string, title: string, description: string, usual: unknown } & (
 *   { kind: "number", least: number, most: number } |
 *   { kind: "choice", choices: { value: unknown, title: string, description: string }[] } |
 *   { kind: "switch" }
 * )} OptionField
 */

/**
 * The fields of a game's options. An option that a form cannot show keeps its default.
 * @param {{ $defs: Record<string, any> } | undefined} schema
 * @returns {OptionField[]}
 */
export function optionFields(schema) {
  const properties = schema?.$defs.Options?.properties ?? {};
  return Object.entries(properties).flatMap(([name, given]) => {
    const shape = { ...resolved(schema, given), ...given };
    const field = {
      name,
      title: String(given.title ?? shape.title ?? name),
      description: String(given.description ?? ""),
      usual: given.default,
    };
    if (shape.type === "boolean") return [/** @type {OptionField} */ ({ ...field, kind: "switch" })];
    if (shape.type === "integer" && shape.minimum !== undefined && shape.maximum !== undefined)
      return [/** @type {OptionField} */ ({ ...field, kind: "number", least: shape.minimum, most: shape.maximum })];
    const values = choices(shape);
    return values.length > 0 ? [/** @type {OptionField} */ ({ ...field, kind: "choice", choices: values })] : [];
  });
}

/**
 * @param {{ $defs: Record<string, any> } | undefined} schema
 * @param {any} given
 */
function resolved(schema, given) {
  const reference = given.$ref ?? given.allOf?.[0]?.$ref;
  return reference === undefined ? given : (schema?.$defs[String(reference).split("/").at(-1) ?? ""] ?? {});
}

/** @param {any} shape */
function choices({ oneOf, enum: values }) {
  if (Array.isArray(oneOf)) {
    return oneOf.map(({ const: value, title, description }) => ({
      value,
      title: String(title ?? value),
      description: String(description ?? ""),
    }));
  }
  return Array.isArray(values) ? values.map((value) => ({ value, title: String(value), description: "" })) : [];
}
