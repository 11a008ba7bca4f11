use super::*;

#[test]
fn fast_parser_agrees_with_the_general_one() {
    let id = "0192f0c1-2233-7abc-8def-001122334455";
    let long = "x".repeat(bounds::LONGEST_MOVE + 1);
    let bodies = [
        format!(r#""type":"move","id":1,"match":"{id}","ply":0,"move":"b2""#),
        format!(r#""move":"b2","ply":7,"match":"{id}","type":"move""#),
        format!(r#""type":"move","id":null,"match":"{id}","ply":0,"move":"b2""#),
        format!(r#""type":"move","id":9007199254740992,"match":"{id}","ply":0,"move":"b2""#),
        format!(r#""type":"move","id":-1,"match":"{id}","ply":0,"move":"b2""#),
        format!(r#""type":"move","id":1.0,"match":"{id}","ply":0.0,"move":"b2""#),
        format!(r#""type":"move","id":1,"id":2,"match":"{id}","ply":0,"move":"b2""#),
        format!(r#""type":"move","match":"{id}","ply":0,"move":"b2","more":1"#),
        format!(r#""type":"move","match":"{id}","ply":0,"move":"b2","more":{{"a":1,"a":2}}"#),
        format!(r#""type":"move","match":"{id}","ply":4294967296,"move":"b2""#),
        format!(r#""type":"move","match":"{id}","ply":0,"move":"\u0062\"2""#),
        format!(r#""type":"move","match":"{id}","ply":0,"move":"{long}""#),
        format!(r#""type":"move","match":"{id}","move":"b2""#),
        format!(r#""type":"resign","match":"{id}","ply":0,"move":"b2""#),
        format!(r#""type":"move","match":"{id}","ply":0,"move":"b2","since":1"#),
        format!(r#""type":"join","id":1,"match":"{id}""#),
        format!(r#""type":"join","match":"{id}","since":7"#),
        format!(r#""type":"join","match":"{id}","since":-7"#),
        format!(r#""type":"watch","match":"{id}","since":null"#),
        format!(r#""type":"watch","match":"{id}","ply":null"#),
        format!(r#""type":"leave","match":"{id}""#),
        format!(r#""type":"leave","match":"{id}","since":0"#),
        format!(r#""type":"leave","match":"{id}","move":"b2""#),
        r#""type":"move","match":"nowhere","ply":0,"move":"b2""#.to_owned(),
        format!(r#""type":"move","match":"{}","ply":0,"move":"b2""#, id.replace('-', "")),
        r#""type":"move","match":7,"ply":0,"move":"b2""#.to_owned(),
    ];
    for body in bodies {
        let object = format!("{{{body}}}");
        for text in
            [object.clone(), format!(" {object}"), format!("{object} "), format!("{object}x"), format!("[{body}]")]
        {
            assert_eq!(Envelope::parse(&text), Envelope::parse_any(&text), "{text}");
        }
    }
    let list = format!(r#"["move",1,"{id}",0,"b2"]"#);
    assert_eq!(Envelope::parse(&list), Envelope::parse_any(&list));
    for body in
        [r#""type":"move","ply":0,"move":"b2""#, r#""type":"join""#, r#""type":"watch","since":1"#, r#""type":"leave""#]
    {
        assert!(Plain::read(&format!(r#"{{{body},"match":"{id}"}}"#)).is_some(), "{body}");
    }
}
