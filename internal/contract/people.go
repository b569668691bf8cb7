package contract

// Personal is what the value of a member tells about a person.
type Personal uint8

// The kinds of members about people.
const (
	NotPersonal  Personal = iota
	PersonGiven           // first name
	PersonFamily          // last name
	PersonName            // whole name
	PersonEmail
	PersonPhone
)

// personal are the last parts of the names of members about people, in lower case: in requests (sections 4.1, 4.4, 4.16
// and 4.17), in answers (section 2), and in observed members of events.
var personal = map[string]Personal{
	"firstname": PersonGiven, "lastname": PersonFamily, "contactname": PersonName, "username": PersonName,
	"email": PersonEmail, "contactemail": PersonEmail,
	"phone": PersonPhone, "homephone": PersonPhone, "mobilephone": PersonPhone, "workphone": PersonPhone,
	"faxphone": PersonPhone, "contactphone": PersonPhone,
}

// PersonalMember returns what a member tells about a person. The name is the last part of a dotted name, in lower case.
func PersonalMember(name string) Personal { return personal[name] }
