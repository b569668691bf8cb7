package mockserver

// inside is a *server, a *version or a builder. Exported types hold them as an interface, because the compiler takes in
// all types that a type reaches, with the generic ones of the rows, again for each package of a user that names it.
// Methods of Server with short bodies are not inlined, because their callers would take those types in, too.
type inside interface{ inside() }
