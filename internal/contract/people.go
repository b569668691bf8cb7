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
	PersonBirthdate
	PersonStreet // first line of an address
	PersonUnit   // second line of an address
	PersonCity
	PersonPostalCode
	PersonCoordinate // latitude or longitude
	PersonPart       // object or list that tells more about the person around it
	Person           // object that is a person, or list of people
)

// Inside reports whether members of this kind are about people only inside of a person. Teams and venues have addresses
// too.
func (p Personal) Inside() bool { return p >= PersonStreet && p <= PersonPart }

// Holds reports whether a member of this kind has members about people.
func (p Personal) Holds() bool { return p >= PersonPart }

// personal are the last parts of the names of members about people, in lower case: in requests (sections 4.1, 4.4, 4.16
// and 4.17), in answers (section 2), and in observed members of events.
var personal = map[string]Personal{
	"player": Person, "players": Person, "coach": Person, "coaches": Person, "payment": Person,
	"firstname": PersonGiven, "lastname": PersonFamily, "contactname": PersonName, "username": PersonName,
	"email": PersonEmail, "contactemail": PersonEmail,
	"phone": PersonPhone, "homephone": PersonPhone, "mobilephone": PersonPhone, "workphone": PersonPhone,
	"faxphone": PersonPhone, "contactphone": PersonPhone,
	"birthdate":     PersonBirthdate,
	"streetaddress": PersonStreet, "extendedaddress": PersonUnit, "city": PersonCity, "postalcode": PersonPostalCode,
	"latitude": PersonCoordinate, "longitude": PersonCoordinate,
	"address": PersonPart, "profile": PersonPart, "meta": PersonPart,
}

// PersonalMember returns what a member tells about a person. The name is the last part of a dotted name, in lower case.
func PersonalMember(name string) Personal { return personal[name] }
