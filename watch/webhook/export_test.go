package webhook

// IsPublic is isPublic.
var IsPublic = isPublic
